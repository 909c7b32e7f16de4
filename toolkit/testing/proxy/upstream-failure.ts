/** Why no response of the upstream server can be passed on. */
export interface UpstreamFailure {
  status: 502 | 504;
  /** A sentence. */
  message: string;
}

const byCode: Record<string, string> = {
  ECONNREFUSED: "It refuses connections: no process listens at this address.",
  ECONNRESET: "It closed the connection before it had answered.",
  EPIPE: "It closed the connection before it had answered.",
  ENOTFOUND: "Its name can't be resolved.",
  EAI_AGAIN: "Its name can't be resolved.",
  EHOSTUNREACH: "It can't be reached.",
  ENETUNREACH: "It can't be reached.",
  ETIMEDOUT: "It can't be reached.",
  HPE_HEADER_OVERFLOW: "The headers of its response are too large.",
  HPE_INVALID_EOF_STATE: "It closed the connection before it had answered.",
};

/** Explains an error of Node's HTTP client. */
export function explainUpstreamError(to: string, error: NodeJS.ErrnoException): UpstreamFailure {
  return { status: 502, message: `${to} doesn't answer. ${reasonOf(error)}` };
}

function reasonOf({ code = "", message }: NodeJS.ErrnoException): string {
  const known = Object.hasOwn(byCode, code) ? byCode[code] : undefined;
  if (known !== undefined) return known;
  if (code.startsWith("HPE_")) return `Its response isn't valid HTTP: ${message}.`;
  if (/CERT|^UNABLE_TO_/.test(code)) {
    return `Its certificate isn't trusted: ${message}. NODE_EXTRA_CA_CERTS names a file of authorities to trust.`;
  }
  return `${message}.`;
}

export function lateUpstream(to: string, timeoutMs: number): UpstreamFailure {
  return { status: 504, message: `${to} doesn't answer. It sent no response within ${timeoutMs / 1000} s.` };
}
