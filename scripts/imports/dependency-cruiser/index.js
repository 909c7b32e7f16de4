// dependency-cruiser needs the compiler's API, which TypeScript 7 doesn't have. Since the project knows this package by its
// name, npm installs the real one in this folder, where it finds TypeScript 6.
export { cruise } from "dependency-cruiser";
