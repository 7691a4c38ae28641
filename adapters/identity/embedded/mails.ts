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

const call = 'call us at once at the number below.'

function contentOf(mail: MailKind, laboratory: string): Content {
  switch (mail.kind) {
    case 'verify':
      return {
        subject: 'please verify your e-mail address',
        sentences: [
          `An account for the portal of ${laboratory} was made with this e-mail address. To verify the address, open this page and enter the password of the account (good for 24 hours, once):`,
          mail.link,
        ],
        notYou: 'do nothing. Without the verification nobody can use the account.',
      }
    case 'already':
      return {
        subject: 'you already have an account',
        sentences: [
          `Somebody, probably you, wanted to make an account for the portal of ${laboratory} with this e-mail address. There is one already. Log in:`,
          mail.logIn,
          'If you do not remember the password, choose a new one:',
          mail.reset,
          ...(mail.verify === undefined
            ? []
            : ['The address is not verified yet. To verify it (good for 24 hours, once):', mail.verify]),
        ],
        notYou: 'do nothing. Nothing was changed, and nobody was told that you have an account.',
      }
    case 'reset':
      return {
        subject: 'choose a new password',
        sentences: [
          `A new password was asked for your account at the portal of ${laboratory}. Choose it here (good for one hour, once):`,
          mail.link,
        ],
        notYou: 'do nothing. Your password stays as it is.',
      }
    case 'change-email':
      return {
        subject: 'please verify your new e-mail address',
        sentences: [
          `This is to become the e-mail address of an account at the portal of ${laboratory}. Open this page and press the button there (good for 24 hours, once):`,
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
        notYou: `take the change back within ${mail.days} days. Open this page and choose a new password there:\n\n${mail.undo}\n\nThen ${call}`,
      }
    case 'email-change-undone':
      return {
        subject: 'your e-mail address was changed back',
        sentences: [
          `An account at the portal of ${laboratory} had this e-mail address. From the address that it had before, the change was taken back. This address no longer belongs to the account.`,
        ],
        notYou: call,
      }
    case 'password-changed':
      return {
        subject: 'your password was changed',
        sentences: [
          `The password of your account at the portal of ${laboratory} was changed. Wherever else you were logged in, you are logged out.`,
        ],
        notYou: `choose a new password at ${mail.reset} and ${call}`,
      }
    case 'locked':
      return {
        subject: 'your account is locked for a while',
        sentences: [
          `After several wrong passwords or codes your account at the portal of ${laboratory} cannot be logged in to for ${mail.minutes} minutes. After that it opens by itself; a new password opens it at once:`,
          mail.reset,
        ],
        notYou: `somebody may be guessing your password. Choose a new one if it is used elsewhere, and ${call}`,
      }
    case 'support-password':
      return {
        subject: 'choose the password of your Support account',
        sentences: [
          `You work for ${laboratory} in its portal: this e-mail address has an account with the Support role. Choose its password here (good for one hour, once):`,
          mail.link,
        ],
        notYou: call,
      }
    case 'support-given':
      return {
        subject: 'your account has the Support role',
        sentences: [
          `Your account at the portal of ${laboratory} was given the Support role: from your next log in on it sees the orders and users of every institution.`,
        ],
        notYou: `choose a new password at ${mail.reset} and ${call}`,
      }
    case 'second-factor':
      return {
        subject: 'how you log in was changed',
        sentences: [`At your account at the portal of ${laboratory}: ${mail.what}`],
        notYou: `choose a new password at ${mail.reset} and ${call}`,
      }
  }
}
