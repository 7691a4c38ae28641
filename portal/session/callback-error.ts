/** Whether what the identity provider says is that the e-mail address is not verified (specification §4, Login). */
export function saysEmailIsNotVerified(description: string): boolean {
  return /verif/i.test(description) && /e-?mail/i.test(description)
}
