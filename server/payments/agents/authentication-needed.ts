/** The message about an authentication by the buyer’s bank (3-D Secure). */
export const authenticationNeeded =
  "The buyer’s bank asks for authentication. Let the buyer open the page at continue_url, and complete this again.";
