/** A multipart form for a handler: its files are `File`s, with name and type. */
export type FormBody<T> = T extends object ? { [Name in keyof T]: Part<T[Name]> } : T;

type Part<T> = T extends Blob ? File : T extends Blob[] ? File[] : T;
