// Kept for the `npm start` of projects made by 0.2. The server needs no preloaded check.
