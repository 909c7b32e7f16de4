/** A package that a command needs isn't installed. */
export class MissingPackage extends Error {
  readonly packageName: string;

  constructor(packageName: string) {
    super(`${packageName} isn't installed.`);
    this.packageName = packageName;
  }
}
