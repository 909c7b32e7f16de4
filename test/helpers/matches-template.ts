/** Whether a path is one of a template's. Not the server's own router, which the tests judge by this. */
export function matchesTemplate(template: string, path: string): boolean {
  return new RegExp(`^${template.replace(/\{[^}]+\}/g, "[^/]+")}$`).test(path);
}
