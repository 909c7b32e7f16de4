/** A multipart form as a handler gets it: its files are `File`, with name and type. */
export type FormBody<T> = T extends object ? { [Name in keyof T]: Part<T[Name]> } : T;

type Part<T> = T extends Blob ? File : T extends Blob[] ? File[] : T;
