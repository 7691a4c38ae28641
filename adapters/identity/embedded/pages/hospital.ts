import { html } from '#domain/text/html.ts'
import type { HospitalSignInRefusal } from '../../port.ts'
import type { Site } from './site.ts'

/**
 * Goes on to the hospital by itself, without script; not by a redirect, because browsers apply `form-action`
 * to redirects after a form, and a hospital's provider may itself redirect to any address.
 */
export function leavingPage(site: Site, hospital: string, to: string): string {
  return site.page(
    `Log in at ${hospital}`,
    html`<p>You log in with the account of <strong>${hospital}</strong> and come back here.</p>
<a class="button" href="${to}" rel="noreferrer">Continue to ${hospital}</a>
<p class="links">${site.link('Back', '/sign-in')}</p>`,
    { goesTo: to },
  )
}

export const unknownDomainText = (domain: string) =>
  `No hospital has set up its sign-in for ${domain}. Log in with your password.`
export const addressMissingText =
  'Enter your e-mail address at the hospital, then press “Log in with your hospital”.'

const WORDS: Record<HospitalSignInRefusal, (hospital: string) => string> = {
  'invalid-answer': (hospital) =>
    `The answer of ${hospital} did not belong to your login, so it was not used.`,
  declined: (hospital) => `${hospital} did not log you in.`,
  unverified: (hospital) =>
    `${hospital} does not confirm that your e-mail address is yours. Please tell its IT department.`,
  'foreign-domain': (hospital) =>
    `${hospital} gave an e-mail address that is not one of its own, so it opens no account here.`,
  taken: (hospital) =>
    `The account with your e-mail address belongs to another user of ${hospital}. Our support can help.`,
  staff: () => 'Accounts of the laboratory’s staff are opened with their own password.',
  'no-name': (hospital) => `${hospital} did not tell us your name. Please tell its IT department.`,
  away: (hospital) => `The sign-in of ${hospital} does not answer. Try again in a few minutes.`,
}

/** The hospital's answer signed nobody in. Nothing was changed. */
export function hospitalRefusedPage(site: Site, hospital: string, why: HospitalSignInRefusal): string {
  return site.page(
    'You are not logged in',
    html`<p role="alert">${WORDS[why](hospital)}</p>${site.button('Try again', '/sign-in')}`,
  )
}
