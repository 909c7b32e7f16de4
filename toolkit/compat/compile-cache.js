// Kept for `npm start` of projects made by earlier versions: server/main.ts turns the cache on today.
