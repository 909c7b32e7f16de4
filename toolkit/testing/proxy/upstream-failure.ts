/** Why no response of the upstream server can be passed on. */
export interface UpstreamFailure {
  status: 502 | 504;
  /** A sentence. */
  message: string;
}

const byCode: Record<string, string> = {
  ECONNREFUSED: "It refuses connections: nothing listens at this address.",
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
export function explainUpstreamError(
  to: string,
  { code = "", message }: NodeJS.ErrnoException,
): UpstreamFailure {
  const why =
    (Object.hasOwn(byCode, code) && byCode[code]) ||
    (code.startsWith("HPE_") ? `Its response isn't valid HTTP: ${message}.` : `${message}.`);
  return { status: 502, message: `${to} doesn't answer. ${why}` };
}

export function lateUpstream(to: string, timeoutMs: number): UpstreamFailure {
  return { status: 504, message: `${to} doesn't answer. It sent no response within ${timeoutMs / 1000} s.` };
}
