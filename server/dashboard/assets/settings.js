// Keeps a colour picker and its text field the same. Without this script, the server takes the one that was changed.
for (const picker of document.querySelectorAll("[data-picks]")) {
  const text = document.getElementById(picker.dataset.picks);
  picker.addEventListener("input", () => {
    text.value = picker.value;
  });
  text.addEventListener("input", () => {
    if (/^#[0-9a-f]{6}$/i.test(text.value)) picker.value = text.value;
  });
}
