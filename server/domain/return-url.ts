/** Characters. Stripe takes addresses of 5,000, and the session's id is appended to them. */
export const maxReturnUrlLength = 4500;
