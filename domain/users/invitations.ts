/** How long an invitation can be answered, from its last mail on. */
export const INVITATION_DAYS = 14

export function invitationExpiry(sentAt: Date): Date {
  return new Date(sentAt.getTime() + INVITATION_DAYS * 86_400_000)
}

/** The address at which an invited person makes their account. */
export function signUpAddress(portalOrigin: string, email: string): string {
  return `${portalOrigin}/signup?email=${encodeURIComponent(email)}`
}
