import { dayInFull, todayAtLaboratory } from '#domain/dates/dates.ts'
import { inMail, oneLine } from '#domain/text/in-mail.ts'
import { signUpAddress } from '#domain/users/invitations.ts'
import { rolesInWords } from '#domain/users/role-words.ts'
import type { InstitutionRole } from '#domain/users/roles.ts'
import { type Authority, nameOf } from '#server/database/scope.ts'
import { workInWords } from './history.ts'

/** What the mails about users need from the installation's configuration. */
export interface MailDeps {
  portalOrigin: string
  laboratoryName: string
}

export interface Letter {
  subject: string
  text: string
}

/** The length limit of an administrator's reason in a refusal mail. */
const LONGEST_REASON = 1000

const paragraphs = (...all: string[]) => `${all.filter(Boolean).join('\n\n')}\n`

/** The contact for questions: the actor, or the laboratory if its Support acted. */
function contactLine({ actor }: Authority, { laboratoryName }: MailDeps): string {
  return actor.support
    ? `If you have questions, contact ${laboratoryName} Support.`
    : `If you have questions, contact ${[inMail(nameOf(actor)), oneLine(actor.email)].filter(Boolean).join(', ')}.`
}

/** These mails contain no more about a person than their roles and institution. */
export function usersMails(deps: MailDeps) {
  const { portalOrigin, laboratoryName } = deps
  return {
    approved: (by: Authority, institution: string, roles: readonly InstitutionRole[]): Letter => ({
      subject: 'Your account is approved',
      text: paragraphs(
        `Your account on the ${laboratoryName} ordering portal has been approved for ${inMail(institution)}.`,
        `Your role: ${rolesInWords(roles)}.`,
        `Log in at ${portalOrigin}`,
        contactLine(by, deps),
      ),
    }),

    refused: (by: Authority, institution: string, reason: string): Letter => ({
      subject: 'Your registration was not approved',
      text: paragraphs(
        `Your registration with ${inMail(institution)} on the ${laboratoryName} ordering portal was not approved.`,
        `Reason: ${inMail(reason, LONGEST_REASON)}`,
        `You can correct it and register again at ${portalOrigin}`,
        contactLine(by, deps),
      ),
    }),

    rolesChanged: (
      by: Authority,
      institution: string,
      { given, taken }: { given: readonly InstitutionRole[]; taken: readonly InstitutionRole[] },
    ): Letter => ({
      subject: 'Your roles have changed',
      text: paragraphs(
        `${inMail(nameOf(by.actor))} changed your roles at ${inMail(institution)}.`,
        [
          given.length > 0 ? `Added: ${rolesInWords(given)}.` : '',
          taken.length > 0 ? `Removed: ${rolesInWords(taken)}.` : '',
        ]
          .filter(Boolean)
          .join('\n'),
        portalOrigin,
        contactLine(by, deps),
      ),
    }),

    statusChanged: (
      by: Authority,
      { name, hasRoleAtParent }: { name: string; hasRoleAtParent: boolean },
      status: 'Active' | 'Inactive' | 'Blocked',
    ): Letter => {
      const institution = inMail(name)
      const [subject, what] = (
        {
          Active: [
            'Your access has been restored',
            `restored your access to ${institution} with your previous roles`,
          ],
          Blocked: ['Your access has ended', `blocked your access to ${institution}`],
          Inactive: hasRoleAtParent
            ? [
                'Your affiliation has ended',
                `ended your affiliation with ${institution}, where your role at its parent institution still counts`,
              ]
            : ['Your access has ended', `ended your access to ${institution}`],
        } as const
      )[status]
      return {
        subject,
        text: paragraphs(
          `${inMail(nameOf(by.actor))} ${what}.`,
          status === 'Active' ? portalOrigin : '',
          contactLine(by, deps),
        ),
      }
    },

    secondFactorForgotten: (by: Authority): Letter => ({
      subject: 'Your second factor was removed',
      text: paragraphs(
        `${laboratoryName} Support removed the second factor of your account because it was lost. Authenticator app, passkeys and recovery codes no longer work, and you have been logged out everywhere.`,
        `Log in with your password, and set up a new second factor in your account: ${portalOrigin}`,
        'If you did not ask for this, choose a new password at once, and tell us.',
        contactLine(by, deps),
      ),
    }),

    moved: (by: Authority, from: string, to: string): Letter => ({
      subject: 'You were moved to another institution',
      text: paragraphs(
        `${inMail(nameOf(by.actor))} moved your access from ${inMail(from)} to ${inMail(to)}. Your roles stay the same.`,
        portalOrigin,
        contactLine(by, deps),
      ),
    }),

    rolesWait: ({ by, institution }: { by: string; institution: string }): Letter => ({
      subject: 'Roles awaiting your approval',
      text: paragraphs(
        `${inMail(by)} gave a new user roles at ${inMail(institution)}. The roles take effect once a second person approves them: a super user of the institution, or ${laboratoryName} Support.`,
        `${portalOrigin}/users/waiting`,
      ),
    }),

    handedOver: (
      by: Authority,
      institution: string,
      from: string,
      work: { drafts: number; orders: number },
    ): Letter => ({
      subject: 'Orders were handed over to you',
      text: paragraphs(
        `${inMail(nameOf(by.actor))} handed over to you the open work of ${inMail(from)} at ${inMail(institution)}: ${workInWords(work)}.`,
        portalOrigin,
        contactLine(by, deps),
      ),
    }),

    invited: (
      invitation: {
        email: string
        roles: readonly InstitutionRole[]
        invited_by_name: string
        expires_at: Date
      },
      institution: string,
    ): Letter => ({
      subject: `${inMail(invitation.invited_by_name)} invited you to join ${inMail(institution)}`,
      text: paragraphs(
        `${inMail(invitation.invited_by_name)} invited you to join ${inMail(institution)} on the ${laboratoryName} ordering portal.`,
        `Your role: ${rolesInWords(invitation.roles)}.`,
        `Create your account, or log in, with this email address:\n${signUpAddress(portalOrigin, invitation.email)}`,
        `The invitation expires on ${dayInWords(invitation.expires_at)}. If you did not expect it, ignore this email.`,
      ),
    }),
  }
}

/** `12 March 2026`, at the laboratory. */
const dayInWords = (instant: Date) => dayInFull(todayAtLaboratory(instant))
