/** Characters. Stripe allows 5,000, and the session's id is appended. */
export const maxReturnUrlLength = 4500;
