import type { StartNumbers } from '#domain/family/start.ts'

export const newFamily = 'New family'
export const families = 'Families'
export const startHint =
  'Parents and grandparents are drawn by themselves. Names and illnesses follow in the drawing.'
export const thePatient = 'The patient and the relatives'
export const firstName = 'First name'
export const lastName = 'Last name'
export const gender = 'Gender'
export const born = 'Born'
export const howMany = 'How many of each?'
export const familyName = 'Name of the family'
export const familyNameHint = 'As the list shows it.'
export const openFamily = 'Open family'
export const drawing = 'Drawing'
export const NUMBERS: readonly (readonly [key: keyof StartNumbers, label: string])[] = [
  ['brothers', 'Brothers'],
  ['sisters', 'Sisters'],
  ['sons', 'Sons'],
  ['daughters', 'Daughters'],
  ['losses', 'Lost pregnancies'],
  ['mothersBrothers', 'Mother’s brothers'],
  ['mothersSisters', 'Mother’s sisters'],
  ['fathersBrothers', 'Father’s brothers'],
  ['fathersSisters', 'Father’s sisters'],
]
