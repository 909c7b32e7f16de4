#!/usr/bin/env node
import "@counterpart/cli/bin/counterpart";
