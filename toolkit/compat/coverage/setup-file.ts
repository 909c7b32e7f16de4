import "@counterpart/testing/coverage/setup-file";
