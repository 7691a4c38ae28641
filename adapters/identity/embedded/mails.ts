import { oneLine } from '#domain/text/in-mail.ts'

/** The provider's mails with the values in their texts. Names are left out: whoever signs up can type any. */
export type MailKind =
  | { kind: 'verify'; link: string }
  | { kind: 'already'; logIn: string; reset: string; verify?: string }
  | { kind: 'reset'; link: string }
  | { kind: 'change-email'; link: string }
  | { kind: 'email-changed'; email: string; undo: string; days: number }
  | { kind: 'email-change-undone' }
  | { kind: 'password-changed'; reset: string }
  | { kind: 'locked'; minutes: number; reset: string }
  | { kind: 'second-factor'; what: string; reset: string }
  | { kind: 'support-password'; link: string }
  | { kind: 'support-given'; reset: string }
  | { kind: 'hospital-linked'; hospital: string }

export interface Laboratory {
  laboratoryName: string
  supportEmail: string
  supportPhone: string
}

/** Subject and plain text: what happened, what to do, and what to do if it was not you. */
export function mailTexts(laboratory: Laboratory, mail: MailKind): { subject: string; text: string } {
  const { laboratoryName, supportEmail, supportPhone } = laboratory
  const { subject, sentences, notYou } = contentOf(mail, laboratoryName)
  const paragraphs = [
    'Hello,',
    ...sentences,
    `If this was not you: ${notYou}`,
    `${laboratoryName}\n${supportPhone}\n${supportEmail}`,
    'This message was sent automatically. We never ask for your password by e-mail or telephone.',
  ]
  return { subject: `${laboratoryName}: ${subject}`, text: `${paragraphs.join('\n\n')}\n` }
}

interface Content {
  subject: string
  sentences: string[]
  notYou: string
}

const call = 'call us immediately at the number below.'

function contentOf(mail: MailKind, laboratory: string): Content {
  switch (mail.kind) {
    case 'verify':
      return {
        subject: 'please verify your e-mail address',
        sentences: [
          `An account for the portal of ${laboratory} was created with this e-mail address. To verify the address, open this page and enter the account’s password (the link works once, within 24 hours):`,
          mail.link,
        ],
        notYou: 'do nothing. Without the verification nobody can use the account.',
      }
    case 'already':
      return {
        subject: 'you already have an account',
        sentences: [
          `Somebody, probably you, tried to create an account for the portal of ${laboratory} with this e-mail address, but there already is one. Log in:`,
          mail.logIn,
          'If you do not remember the password, choose a new one:',
          mail.reset,
          ...(mail.verify === undefined
            ? []
            : [
                'The address is not verified yet. To verify it, open this page (the link works once, within 24 hours):',
                mail.verify,
              ]),
        ],
        notYou: 'do nothing. Nothing has changed, and nobody was told that you have an account.',
      }
    case 'reset':
      return {
        subject: 'choose a new password',
        sentences: [
          `A new password was requested for your account at the portal of ${laboratory}. Choose it here (the link works once, within one hour):`,
          mail.link,
        ],
        notYou: 'do nothing. Your password stays the same.',
      }
    case 'change-email':
      return {
        subject: 'please verify your new e-mail address',
        sentences: [
          `Somebody, probably you, wants to use this e-mail address for an account at the portal of ${laboratory}. To confirm, open this page and press the button there (the link works once, within 24 hours):`,
          mail.link,
        ],
        notYou: 'do nothing. The account keeps its address.',
      }
    case 'email-changed':
      return {
        subject: 'your e-mail address was changed',
        sentences: [
          `The e-mail address of your account at the portal of ${laboratory} is now ${oneLine(mail.email)}. This address no longer belongs to it.`,
        ],
        notYou: `undo the change within ${mail.days} days. Open this page and choose a new password there:\n\n${mail.undo}\n\nThen ${call}`,
      }
    case 'email-change-undone':
      return {
        subject: 'your e-mail address was changed back',
        sentences: [
          `An account at the portal of ${laboratory} had this e-mail address. The change to this address was undone from the account’s previous address. This address no longer belongs to the account.`,
        ],
        notYou: call,
      }
    case 'password-changed':
      return {
        subject: 'your password was changed',
        sentences: [
          `The password of your account at the portal of ${laboratory} was changed. You have been logged out everywhere else.`,
        ],
        notYou: `choose a new password at ${mail.reset} and ${call}`,
      }
    case 'locked':
      return {
        subject: 'your account is temporarily locked',
        sentences: [
          `After several wrong passwords or codes, your account at the portal of ${laboratory} is locked for ${mail.minutes} minutes. It then unlocks by itself. To unlock it now, choose a new password:`,
          mail.reset,
        ],
        notYou: `somebody may be guessing your password. Choose a new one if it is used elsewhere, and ${call}`,
      }
    case 'support-password':
      return {
        subject: 'choose the password of your Support account',
        sentences: [
          `You work for ${laboratory} in its portal: this e-mail address has an account with the Support role. Choose its password here (the link works once, within one hour):`,
          mail.link,
        ],
        notYou: call,
      }
    case 'support-given':
      return {
        subject: 'your account has the Support role',
        sentences: [
          `Your account at the portal of ${laboratory} was given the Support role: from your next login on, it gives you access to the orders and users of every institution.`,
        ],
        notYou: `choose a new password at ${mail.reset} and ${call}`,
      }
    case 'hospital-linked':
      return {
        subject: 'you can log in with your hospital',
        sentences: [
          `From now on the sign-in of ${oneLine(mail.hospital)} opens your account at the portal of ${laboratory}: somebody just logged in with it.`,
        ],
        notYou: call,
      }
    case 'second-factor':
      return {
        subject: 'your login settings were changed',
        sentences: [`A change to your account at the portal of ${laboratory}: ${mail.what}`],
        notYou: `choose a new password at ${mail.reset} and ${call}`,
      }
  }
}
