/** Where the data is when DATABASE_URL says nothing: a file below the working folder. */
export const defaultDatabaseUrl = "file:./data/counterpart.db";
