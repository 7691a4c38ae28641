import type { Brand } from '../shape.ts'

const website = 'https://quillmoor.example'

/** Another invented laboratory, with which the tests show that nothing of the first is written into a page. */
export const brand: Brand = {
  name: 'Quillmoor Genomics',
  legalName: 'Quillmoor Diagnostics, LLC',
  accent: [
    '#f5eff9',
    '#e8dcf0',
    '#d0b7e0',
    '#b78fd0',
    '#a16dc2',
    '#9356ba',
    '#7d42a5',
    '#6a3590',
    '#562a76',
    '#42205b',
  ],
  contact: {
    address: ['7 Heron Quay', 'Quillmoor, ME 04000'],
    phone: '(207) 555-0119',
    email: 'help@quillmoor.example',
    hours: 'Monday to Saturday, 7 am to 5 pm Eastern',
  },
  website: {
    home: website,
    contact: `${website}/write-to-us`,
    search: `${website}/find`,
    menus: [
      { label: 'For clinics', href: `${website}/clinics`, entries: [] },
      {
        label: 'What we test',
        href: `${website}/what-we-test`,
        entries: [{ label: 'Exomes', href: `${website}/what-we-test/exomes` }],
      },
    ],
    footer: [{ label: 'Imprint', href: `${website}/imprint` }],
  },
  partner: {
    name: 'Saltmarsh Counselors',
    website: 'https://saltmarsh-counselors.example',
  },
}
