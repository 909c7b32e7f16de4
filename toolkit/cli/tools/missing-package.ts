/** A command needs a package that isn't installed. */
export class MissingPackage extends Error {
  readonly packageName: string;

  constructor(packageName: string) {
    super(`${packageName} isn't installed.`);
    this.packageName = packageName;
  }
}
