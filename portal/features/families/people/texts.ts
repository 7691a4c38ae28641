import type { Evaluation } from '#domain/family/document.ts'

export const people = 'People of the family'
export const columns = ['No.', 'Name', 'Relation', 'Gender', 'Born', 'Life', 'Conditions', 'Results'] as const
export const generation = (numeral: string) => `Generation ${numeral}`
export const addTo = (name: string) => `Add to ${name}`
export const inWords = 'The family in words'
export const details = 'Person'
export const close = 'Close'
export const proband = 'proband'
export const firstName = 'First name'
export const lastName = 'Last name'
export const openPerson = (name: string, number: string) => `${number}, ${name}: open`
export const firstNameOf = (name: string) => `First name of ${name}`
export const lastNameOf = (name: string) => `Last name of ${name}`
export const genderOf = (name: string) => `Gender of ${name}`
export const bornOf = (name: string) => `${name} was born`
export const lifeOf = (name: string) => `Life of ${name}`
export const at = (condition: string, onset: string) => `${condition} at ${onset}`
export const resultOf = (what: string, result: Evaluation['result']) =>
  `${what} ${result === 'positive' ? 'found' : result === 'negative' ? 'not found' : 'not informative'}`
