import { brand } from '#brand/brand.ts'
import type { LegalText } from './legal-text.ts'

const { name, legalName, contact } = brand

/** What every user has to meet besides accepting the terms; confirmed one by one at registration. */
export const userConditions = {
  npi: 'Physicians and non-physician providers must give a National Provider Identifier (NPI). The name under which they register must match the name under which the NPI is registered.',
  geneticCounselor: 'Genetic counselors may not order Medicare-billable tests under their own name.',
  delegate:
    'Users without an NPI act for a provider who has one. They need that provider’s agreement (the delegating provider’s agreement), and name the provider when they register.',
} as const

/**
 * The ordering portal terms. With a new `version` every user is asked again: change it with every change of substance.
 */
export const terms: LegalText & { version: string } = {
  version: '2026-01',
  title: 'Ordering portal terms',
  effective: 'January 1, 2026',
  introduction: [
    `These terms are an agreement between you and ${legalName} (“${name}”, “we”). They say how you may use the ordering portal, and what we do with the data that you enter. Please read them: you can use the portal once you have accepted them.`,
    'If you act for a clinic, a hospital or another institution, you accept them for yourself and for the work that you do in the portal on that institution’s behalf.',
  ],
  sections: [
    {
      title: 'Who may use the portal',
      body: [
        'The portal is for health care professionals of institutions that refer patients to us, and for those who work on their behalf:',
        [
          'physicians and other providers who are licensed, or otherwise permitted by law, to order the tests that they order;',
          'genetic counselors;',
          'staff and other designees who act for such a provider.',
        ],
        'It is not for patients. You must be at least 18 years old, and your account must have been approved by us or by an administrator of your institution.',
        'An account belongs to one person. Do not share your password or any other means of signing in, and do not use the account of somebody else.',
      ],
    },
    {
      title: 'Conditions for users',
      body: [
        'In addition, you meet the conditions that apply to you:',
        [userConditions.npi, userConditions.geneticCounselor, userConditions.delegate],
        'Tell us, or an administrator of your institution, as soon as one of them is no longer met: when your license or your NPI changes, when a provider withdraws the agreement, or when you leave the institution. Your access for that institution ends on the day you leave.',
      ],
    },
    {
      title: 'Privacy practices',
      body: [
        'The information about patients that passes through the portal is protected health information under the Health Insurance Portability and Accountability Act (HIPAA). We use and disclose it as our notice of privacy practices says, which you find at the foot of every page. You agree to have taken note of it; we ask you to look at it again once a year.',
        'Enter only what is needed for the test, for its interpretation and for its payment. Where the law asks for a patient’s consent, to the test, to a use of the sample or to a disclosure, you obtain it before you submit the order and you keep the proof.',
        'What is done in the portal is recorded: who looked at or changed which record, and when. We keep these records for at least six years, and use them to protect patients and to answer their questions.',
      ],
    },
    {
      title: 'Consent to process your personal data',
      body: [
        'You consent to our processing of the personal data that you give us or that arise when you use the portal:',
        [
          'your name, your NPI, the institutions and providers for whom you work, your addresses and telephone numbers;',
          'your sign-ins, and what you do in the portal;',
          'what public registries say of your NPI, which we look up to check the name.',
        ],
        'We use them to run your account, to carry out orders and to report results, to bill, to prevent misuse, to meet our legal duties, and to reach you about your orders. Other users of your institution, and the provider whom an order names, see your name in connection with the order.',
        'We do not sell your personal data. Companies that work for us get only what they need, and are bound to the same confidentiality. You may ask us what we hold about you and have it corrected. You may withdraw this consent at any time by having your account closed; what was done until then stays lawful, and records that the law makes us keep are kept.',
      ],
    },
    {
      title: 'Confidentiality',
      body: [
        'You keep confidential what you learn through the portal about patients, about other users, and about our prices and methods where they are not public. You look only at records that you need for your work.',
        [
          'Use the portal on devices that are locked when you leave them, and log out on devices that others use too.',
          'Keep downloaded reports and other documents as safe as your institution’s own records.',
          `If you believe that somebody has got hold of your password, or has seen what they should not have seen, tell us at once: ${contact.phone} or ${contact.email}.`,
        ],
        'This duty goes on after your account has been closed.',
      ],
    },
    {
      title: 'Your orders',
      body: [
        'What you submit is a medical order. You are responsible for its being medically appropriate and permitted, and for the correctness of what it says. Who submits an order for a provider confirms that the provider has ordered it.',
        'A report supports a clinical decision and does not replace it. Its interpretation in the light of the patient’s condition is for the ordering provider, who also tells the patient.',
        'Turnaround times, and what the portal says about insurance benefits and about what a patient will pay, are estimates.',
      ],
    },
    {
      title: 'Compliance with laws',
      body: [
        'You and we follow the laws that apply to ordering, performing and paying for laboratory tests. Among them are HIPAA, the Clinical Laboratory Improvement Amendments (CLIA), the Genetic Information Nondiscrimination Act (GINA), the Anti-Kickback Statute, the Stark Law, and the laws of the states on genetic testing and on consent to it.',
        'Nobody has received or will receive anything of value for an order or for a recommendation of our tests. You order only tests that are needed, and give only diagnoses that the patient’s record supports.',
        'You do not try to get around the portal’s safeguards, do not read it out by machine without our written permission, and do not enter anything that could harm it.',
      ],
    },
    {
      title: 'Limitation of liability',
      body: [
        'We run the portal with care, but we cannot promise that it is always available or free of errors. If it is not available, orders can be made on paper; please call us.',
        'As far as the law permits, we are not liable for indirect or consequential damage, for lost profit or lost data, or for damage that comes from an order’s being wrong or incomplete, from an account’s being used by somebody else, or from these terms’ being broken. As far as the law permits, our liability that arises from the use of the portal is limited to what was paid for the test concerned.',
        'Nothing here limits a liability that cannot be limited by law, or the professional responsibility for our laboratory’s results.',
      ],
    },
    {
      title: 'Changes, and the end of the agreement',
      body: [
        'We may change these terms. A new version is shown to you when you next sign in, and you can go on once you have accepted it. The version that you accepted, and when, is kept with your account.',
        'You may have your account closed at any time. We, or an administrator of your institution, may block or close it when these terms are broken, when a condition is no longer met, or when you leave the institution.',
      ],
    },
    {
      title: 'Questions',
      body: [
        `${legalName}, ${contact.address.join(', ')}. Telephone ${contact.phone} (${contact.hours}), e-mail ${contact.email}.`,
      ],
    },
  ],
}
