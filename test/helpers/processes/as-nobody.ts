/** What starts a program as a user who owns nothing. Who isn't root starts it as they are. */
export const asNobody: string[] =
  process.getuid?.() === 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
