/** How long an invitation is valid, from its last email. */
export const INVITATION_DAYS = 14

export function invitationExpiry(sentAt: Date): Date {
  return new Date(sentAt.getTime() + INVITATION_DAYS * 86_400_000)
}

/** The address at which an invited person creates their account. */
export function signUpAddress(portalOrigin: string, email: string): string {
  return `${portalOrigin}/signup?email=${encodeURIComponent(email)}`
}
