import { blankTest } from './document.ts'
import { MOTHER, TODAY } from './testing/complete-order.ts'
import { describeRows, type Row } from './testing/rows.ts'

const patient = '/patients/0'
const born = `${patient}/dateOfBirth`
const zip = `${patient}/addresses/0/postalCode`
const country = `${patient}/addresses/0/country`
const other = `${patient}/addresses/0/otherCountry`
const abroad = (code: string) => ({ [country]: 'Other', [other]: code })
const state = `${patient}/addresses/0/state`
const email = `${patient}/contacts/1/value`
const phone = `${patient}/contacts/0/value`
const collected = '/samples/0/dateOfCollection'

const TABLES: Record<string, Row[]> = {
  people: [
    ['nobody', { '/patients': [] }, ['patient /patients required', 'specimens /samples/0/patient unknown']],
    ['a first name of spaces', { [`${patient}/firstName`]: '  ' }, [`patient ${patient}/firstName required`]],
    ['no last name', { [`${patient}/lastName`]: '' }, [`patient ${patient}/lastName required`]],
    ['a name with an apostrophe', { [`${patient}/lastName`]: "O'Brien-Dūma" }, []],
    ['a name of one letter', { [`${patient}/lastName`]: 'Ó' }, []],
    ['a name in another script', { [`${patient}/firstName`]: '林', [`${patient}/lastName`]: 'Иванова' }, []],
    ['a name with a joiner', { [`${patient}/lastName`]: 'علی\u200cپور' }, []],
    [
      'a name that turns its direction around',
      { [`${patient}/firstName`]: 'Ana\u202e' },
      [`patient ${patient}/firstName unseen`],
    ],
    ['a name with a particle and a number', { [`${patient}/lastName`]: 'van der Berg III' }, []],
    ['a newborn without a name of its own', { [`${patient}/firstName`]: 'Baby Girl' }, []],
    ['no date of birth', { [born]: '' }, [`patient ${born} required`]],
    ['an invalid date of birth', { [born]: '2019-02-29' }, [`patient ${born} date`]],
    ['a date of birth as typed', { [born]: '3/14' }, [`patient ${born} date`]],
    ['born today', { [born]: TODAY, [collected]: TODAY }, []],
    ['born tomorrow', { [born]: '2026-11-21', [collected]: '' }, [`patient ${born} date`]],
    ['born 125 years ago', { [born]: '1901-01-01' }, []],
    ['born more than 125 years ago', { [born]: '1900-12-31' }, [`patient ${born} date`]],
    ['no sex', { [`${patient}/sex`]: '' }, [`patient ${patient}/sex required`]],
    ['ambiguous sex', { [`${patient}/sex`]: 'Ambiguous' }, []],
    ['unknown sex', { [`${patient}/sex`]: 'Unknown' }, []],
    [
      'a boy for a test of girls',
      { '/tests/1': blankTest('2008'), [`${patient}/sex`]: 'Male' },
      [`patient ${patient}/sex one-sex-test?`],
    ],
    ['a girl for a test of girls', { '/tests/1': blankTest('2008') }, []],
    [
      'an ambiguous sex for a test of girls',
      { '/tests/1': blankTest('2008'), [`${patient}/sex`]: 'Ambiguous' },
      [],
    ],
    [
      'an unknown sex for a test of girls',
      { '/tests/1': blankTest('2008'), [`${patient}/sex`]: 'Unknown' },
      [],
    ],
    [
      'a girl for a test of girls and one of boys',
      { '/tests/1': blankTest('2008'), '/tests/2': blankTest('2009') },
      [`patient ${patient}/sex one-sex-test?`],
    ],
    [
      'a mother for a test of boys',
      {
        '/tests/0': blankTest('2009'),
        [`${patient}/sex`]: 'Male',
        '/patients/1': { ...MOTHER, sex: 'Female' },
        '/consents': [],
      },
      [],
    ],
    ['a mother in addition to the proband', { '/patients/1': MOTHER }, []],
    [
      'a mother without a name',
      { '/patients/1': { ...MOTHER, firstName: '' } },
      ['patient /patients/1/firstName required'],
    ],
    [
      'a first person who is not the proband',
      { [`${patient}/relationship`]: 'Mother' },
      [`patient ${patient}/relationship conflicts`],
    ],
    [
      'a second proband',
      { '/patients/1': { ...MOTHER, relationship: 'Proband' } },
      ['patient /patients/1/relationship conflicts'],
    ],
  ],
  contact: [
    ['an incomplete email address', { [email]: 'family@example' }, [`patient ${email} email`]],
    ['an email address with a space', { [email]: 'the family@example.test' }, [`patient ${email} email`]],
    ['an email address with surrounding spaces', { [email]: ' family@example.test ' }, []],
    ['an email address', { [email]: 'the.family+1@mail.example.test' }, []],
    ['a phone number of spaces', { [phone]: ' ' }, []],
    ['a phone number in words', { [phone]: 'none' }, [`patient ${phone} phone`]],
    ['a phone number of six digits', { [phone]: '555-010' }, [`patient ${phone} phone`]],
    ['a phone number without digits', { [phone]: '(---) --- ----' }, [`patient ${phone} phone`]],
    ['a phone number of sixteen digits', { [phone]: '1234567890123456' }, [`patient ${phone} phone`]],
    ['a phone number of the United States', { [phone]: '(614) 555-0101' }, []],
    ['a phone number with an extension', { [phone]: '614.555.0101 ext. 12' }, []],
    ['a foreign phone number', { [phone]: '+49 (0)30 5550-0101' }, []],
    ['a ZIP code of four digits', { [zip]: '6060' }, [`patient ${zip} postal-code`]],
    ['a ZIP code with half an extension', { [zip]: '60601-12' }, [`patient ${zip} postal-code`]],
    ['a ZIP code with its extension', { [zip]: '60601-1234' }, []],
    ['a foreign postal code in a U.S. state', { [zip]: 'M5V 3L9' }, [`patient ${zip} postal-code`]],
    [
      'the same with the state as a code',
      { [zip]: 'M5V 3L9', [state]: ' oh' },
      [`patient ${zip} postal-code`],
    ],
    ['a foreign postal code and no state', { [zip]: 'M5V 3L9', [state]: '' }, [`patient ${zip} postal-code`]],
    [
      'a province, and its code, in the USA',
      { [zip]: 'M5V 3L9', [state]: 'Ontario' },
      [`patient ${state} state`, `patient ${zip} postal-code`],
    ],
    ['a ZIP code of Puerto Rico', { [zip]: '00901', [state]: 'PR' }, []],
    ['a Canadian code in Canada', { [zip]: 'm5v3l9', [state]: 'Québec', [country]: 'Canada' }, []],
    [
      'a state and a ZIP code in Canada',
      { [zip]: '60601', [state]: 'OH', [country]: 'Canada' },
      [`patient ${state} state`, `patient ${zip} postal-code`],
    ],
    ['military mail abroad', { [zip]: '09096', [state]: 'AE' }, []],
    ['any postal code and region in another country', { [zip]: 'D02 AF30', ...abroad('IE') }, []],
    ['another country without a postal code', { [zip]: '', [state]: '', ...abroad('HK') }, []],
    ['another country that is not named', { ...abroad('') }, [`patient ${other} country`]],
    ['an unknown country code', { ...abroad('XQ') }, [`patient ${other} country`]],
    ['another country in addition to the USA', { [other]: 'DE' }, [`patient ${other} country`]],
    ['text that cannot be a postal code', { [zip]: '?', [state]: '' }, [`patient ${zip} postal-code`]],
    ['no postal code', { [zip]: '' }, []],
  ],
}

describeRows(TABLES)
