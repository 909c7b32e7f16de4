/** A document of a project, with the paths for its coverage relative to the project's folder. */
export interface CoveredDocument {
  name: string;
  /** The folder of the bundled document, where the report is written. */
  generated: string;
  handlers: string;
  clientPackage: string;
  coverageWaivers: string;
  /** Whether a complete run fails if its coverage has gaps. */
  coverageRequired: boolean;
}
