/** A document of a project, and what its coverage needs. Paths are relative to the project's folder. */
export interface CoveredDocument {
  name: string;
  /** The folder with the bundled document, in which the report is written. */
  generated: string;
  handlers: string;
  clientPackage: string;
  coverageWaivers: string;
  /** Whether a run of the whole suite fails when its coverage has gaps. */
  coverageRequired: boolean;
}
