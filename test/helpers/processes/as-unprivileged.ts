/** The command prefix that runs a program as an unprivileged user. Empty unless the tests run as root. */
export const asUnprivileged: string[] =
  process.getuid?.() === 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
