import { inMail } from '#domain/text/in-mail.ts'

interface Letter {
  subject: string
  text: string
}

/** The mails about registrations. They only say that there is something to do, and contain no person's name. */
export function registrationMails(deps: { portalOrigin: string; laboratoryName: string }) {
  const waiting = `${deps.portalOrigin}/users/waiting\n`
  return {
    registrationWaits: (institution: string): Letter => ({
      subject: 'Registration awaiting approval',
      text: `A registration with ${inMail(institution)} is awaiting approval:\n${waiting}`,
    }),

    membershipWaits: (institution: string): Letter => ({
      subject: 'Request to join awaiting approval',
      text: `A registered user’s request to join ${inMail(institution)} is awaiting approval:\n${waiting}`,
    }),

    rolesWait: (institution: string): Letter => ({
      subject: 'Roles awaiting your approval',
      text: `A new user has accepted an invitation to ${inMail(institution)}. Their roles take effect once a second person approves them: a super user of the institution, or ${deps.laboratoryName} Support.\n\n${waiting}`,
    }),
  }
}
