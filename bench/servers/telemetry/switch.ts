/** Whether the server observes its requests; the bench sets it through the probe. */
let isOn = true;

const waiting: (() => void)[] = [];

export function telemetryIsOn(): boolean {
  return isOn;
}

export function turnTelemetry(to: boolean): void {
  isOn = to;
  if (isOn) for (const run of waiting.splice(0)) run();
}

/** At once, unless it is off. */
export function whenTelemetryIsOn(run: () => void): void {
  if (isOn) run();
  else waiting.push(run);
}
