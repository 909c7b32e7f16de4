// Everything works without this script.

// Keeps a colour picker and its text field the same. Without it, the server takes the one that was changed.
for (const picker of document.querySelectorAll("[data-picks]")) {
  const text = document.getElementById(picker.dataset.picks);
  picker.addEventListener("input", () => {
    text.value = picker.value;
  });
  text.addEventListener("input", () => {
    if (/^#[0-9a-f]{6}$/i.test(text.value)) picker.value = text.value;
  });
}

for (const button of document.querySelectorAll("[data-copies]")) {
  // Browsers only offer it over https and on this machine.
  button.hidden = navigator.clipboard === undefined;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent);
    button.parentElement.querySelector("[data-copied]").textContent = "Copied";
  });
}
