// Buttons of forms with data-passkey ask the browser for a passkey before the form is sent. They are hidden where that
// can't work.
const { browserSupportsWebAuthn, startAuthentication, startRegistration } = globalThis.SimpleWebAuthnBrowser;

for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!browserSupportsWebAuthn()) continue;
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form).catch((error) => {
      form.querySelector(".fault").textContent = sentenceOf(error);
    });
  });
}

async function send(form) {
  const { passkey, options } = form.dataset;
  const answer = await fetch(options, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}. Reload the page, and try again.`);
  const optionsJSON = await answer.json();
  const start = passkey === "register" ? startRegistration : startAuthentication;
  form.elements.response.value = JSON.stringify(await start({ optionsJSON }));
  form.submit();
}

function sentenceOf(error) {
  if (error.name === "NotAllowedError")
    return "The browser has stopped: nothing was chosen, or it took too long.";
  if (error.name === "InvalidStateError") return "This device has a passkey for your account already.";
  return error.message;
}
