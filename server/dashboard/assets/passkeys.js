// Forms with data-passkey ask the browser for a passkey before they are sent. They stay hidden in browsers without
// support for passkeys.
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
  const response = await fetch(options, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  if (!response.ok)
    throw new Error(`The server responded with ${response.status}. Reload the page and try again.`);
  const optionsJSON = await response.json();
  const start = passkey === "register" ? startRegistration : startAuthentication;
  form.elements.response.value = JSON.stringify(await start({ optionsJSON }));
  form.submit();
}

function sentenceOf(error) {
  if (error.name === "NotAllowedError") return "No passkey was chosen, or it took too long.";
  if (error.name === "InvalidStateError") return "This device already has a passkey for your account.";
  return error.message;
}
