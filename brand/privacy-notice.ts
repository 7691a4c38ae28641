import { brand } from '#brand/brand.ts'
import type { LegalText } from './legal-text.ts'

const { name, legalName, contact } = brand

/** The HIPAA notice of privacy practices (45 CFR 164.520), as patients and users read it. */
export const privacyNotice: LegalText = {
  title: 'Notice of privacy practices',
  effective: 'December 31, 2024',
  introduction: [
    'This notice describes how medical information about you may be used and disclosed, and how you can get access to this information. Please review it carefully.',
    `${legalName} (“${name}”, “we”) is a laboratory. A provider has sent us your sample, or will do so. This notice was revised effective December 31, 2024, and replaces every earlier one.`,
  ],
  sections: [
    {
      title: 'What this notice covers',
      body: [
        'It covers your protected health information: information about your health, your care or its payment from which you can be recognized. At a genetics laboratory that is above all your name and date of birth, your sample, the test that was ordered and why, your genetic data, your family history as far as we were told, the report, and your insurance.',
        'It applies to everybody who works for us, and to the companies that handle such information on our behalf. They are bound to it by contract.',
      ],
    },
    {
      title: 'Our duties',
      body: [
        [
          'The law requires us to keep your health information private and secure.',
          'We must give you this notice and follow what it says.',
          'We must tell you promptly if a breach has happened that may have compromised the privacy or security of your information.',
          'We do not use or share your information in other ways than described here unless you allow it in writing. You may change your mind at any time; let us know in writing.',
        ],
      ],
    },
    {
      title: 'How we use and disclose your information without asking you',
      body: [
        'For your treatment: we use it to carry out the test, and report the result to the provider who ordered it and to others who treat you and whom that provider names.',
        'For payment: we use it to bill you, your insurance or your institution, and to find out beforehand what your insurance covers.',
        'For the operation of our laboratory: to check and improve quality, to train and supervise our staff, to validate tests, to be accredited and inspected, and to run our business.',
        'We may contact you about your sample, a result that is still to come, or your bill.',
      ],
    },
    {
      title: 'Other uses and disclosures that the law permits or requires',
      body: [
        'Each of these has conditions in the law, which we keep to. Where a state’s law protects genetic information further, we follow that law.',
        [
          'When a federal, state or local law requires it, among others when the Department of Health and Human Services wants to see that we comply.',
          'For public health: to report certain diseases or adverse events, or to prevent or control disease.',
          'When we have reason to believe that somebody is a victim of abuse, neglect or domestic violence.',
          'To agencies that oversee health care: for audits, inspections and licenses.',
          'In response to a court order or, with safeguards, to a subpoena.',
          'To law enforcement, in the limited cases that the law names.',
          'To coroners, medical examiners and funeral directors, and to organizations for organ and tissue donation.',
          'For research that an institutional review board or a privacy board has approved, or with data from which your identity was removed.',
          'To prevent a serious and imminent threat to somebody’s health or safety.',
          'For workers’ compensation, for the military and veterans, for national security, and for correctional institutions as far as the law provides.',
          'To your family or others who are involved in your care or its payment, unless you object.',
        ],
      ],
    },
    {
      title: 'When we need your written permission',
      body: [
        'We never use or share your information for marketing, and never sell it, without your written permission. The same holds for every use and disclosure that this notice does not describe.',
        'We do not give your genetic information to an insurer for underwriting; federal law forbids health plans to use it so. We do not use your information for fundraising.',
      ],
    },
    {
      title: 'Your right to see your information and to get a copy',
      body: [
        'You may look at the information that we hold about you, such as your reports and bills, and get a copy on paper or electronically, or have it sent to somebody whom you name. Ask us in writing.',
        'We provide a copy within 15 days of your request. We may charge a reasonable fee that covers our cost. If we cannot give you everything, we tell you in writing why, and how you can have that reviewed.',
      ],
    },
    {
      title: 'Your right to have it amended',
      body: [
        'If you believe that something is incorrect or incomplete, you may ask us in writing to amend it, and say why.',
        'We may say no, for example because another provider created the information or because it is accurate and complete. You get a written denial with the reasons within 60 days. You may answer it with a statement of disagreement, which we keep with your information.',
      ],
    },
    {
      title: 'Your right to an accounting of disclosures',
      body: [
        'You may ask for a list of those to whom we have disclosed your information, when, what and why. It covers the six years before the date on which you ask.',
        'Disclosures for treatment, payment and the operation of our laboratory, and those that you asked for, are not in it. One accounting in twelve months is free; for a further one we may charge a reasonable fee, and tell you beforehand.',
      ],
    },
    {
      title: 'Your right to ask for a restriction',
      body: [
        'You may ask us not to use or share certain information for treatment, payment or our operations. We do not have to agree, and may say no if it would affect your care.',
        'If you have paid for a test in full out of your own pocket, you may ask us not to share information about it with your health insurer. We agree to that, unless a law requires us to share it.',
      ],
    },
    {
      title: 'Your right to confidential communication',
      body: [
        'You may ask us to reach you in a certain way, for example only at a mobile number, or by mail to another address. We agree to every reasonable request, and do not ask why.',
      ],
    },
    {
      title: 'Your other rights',
      body: [
        [
          'You may have this notice on paper at any time, also if you agreed to get it electronically.',
          'If somebody has a medical power of attorney for you or is your legal guardian, that person can exercise your rights. We make sure of it before we act.',
        ],
      ],
    },
    {
      title: 'Complaints',
      body: [
        `If you believe that your rights were violated, tell us: ${contact.phone} or ${contact.email}. You may also file a complaint with the Office for Civil Rights of the U.S. Department of Health and Human Services.`,
        'We never retaliate against anybody for a complaint.',
      ],
    },
    {
      title: 'Changes to this notice',
      body: [
        'We may change this notice; the change then holds for all the information that we have. The notice in force is at the foot of every page of our portal, with the date from which it is effective, and we send it to you on request.',
      ],
    },
    {
      title: 'Contact',
      body: [
        `Privacy Officer, ${legalName}, ${contact.address.join(', ')}. Telephone ${contact.phone} (${contact.hours}), e-mail ${contact.email}.`,
      ],
    },
  ],
}
