/** Whether the server observes its requests. The bench sets it through the probe. */
let isOn = true;

export function telemetryIsOn(): boolean {
  return isOn;
}

export function turnTelemetry(to: boolean): void {
  isOn = to;
}
