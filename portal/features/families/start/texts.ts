import type { StartNumbers } from '#domain/family/start.ts'

export const newFamily = 'New family'
export const families = 'Families'
export const startHint =
  'Parents and grandparents are added automatically. Add names and conditions in the drawing afterwards.'
export const thePatient = 'The patient and the relatives'
export const firstName = 'First name'
export const lastName = 'Last name'
export const gender = 'Gender'
export const born = 'Born'
export const howMany = 'How many of each?'
export const familyName = 'Name of the family'
export const familyNameHint = 'As shown in the list of families.'
export const openFamily = 'Open family'
export const drawing = 'Drawing'
export const NUMBERS: readonly (readonly [key: keyof StartNumbers, label: string])[] = [
  ['brothers', 'Brothers'],
  ['sisters', 'Sisters'],
  ['sons', 'Sons'],
  ['daughters', 'Daughters'],
  ['losses', 'Pregnancy losses'],
  ['mothersBrothers', 'Mother’s brothers'],
  ['mothersSisters', 'Mother’s sisters'],
  ['fathersBrothers', 'Father’s brothers'],
  ['fathersSisters', 'Father’s sisters'],
]
