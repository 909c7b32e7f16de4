export { cruise, type ICruiseResult } from "dependency-cruiser";
