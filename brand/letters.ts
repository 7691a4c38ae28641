/**
 * Letters about a variant whose classification changed. Gaps in braces are filled in for each letter
 * (domain/follow-up/letters.ts lists them). A letter to a relative never names the patient unless they permit it: write
 * {familyMember}, which is “A member of your family” otherwise.
 */
export const letters = {
  patient: {
    title: 'New information about your genetic test result',
    paragraphs: [
      'Dear {patient},',
      'In the past you had a genetic test at {laboratory}. The laboratory has reviewed a variant that it reported to us then, and has changed what is known about it.',
      'The variant: {variant}.\nIts classification before: {before}.\nIts classification now: {after}.\nDate of the new report: {reportDay}. Laboratory number: {laboratoryNumber}.',
      'This may matter for your care and for your relatives. Please call us for an appointment, so that we can explain what it means for you. Do not change any treatment before you have talked with us.',
      'Questions about the test itself: {laboratory}, {laboratoryPhone}.',
      '{institution}',
    ],
  },
  relative: {
    title: 'Genetic information that may concern you',
    paragraphs: [
      'Dear {recipient},',
      '{familyMember} had a genetic test, which found a variant. Relatives may have the same variant. You decide whether you want to know.',
      'The variant: {variant}.\nIts classification now: {after}.\nDate of the report: {reportDay}. Laboratory: {laboratory}, {laboratoryPhone}. Laboratory number: {laboratoryNumber}.',
      'If you want to be tested, show this letter to your physician or a genetic counselor. They need the name of the variant and the laboratory number to order the right test, and should ask the laboratory for the current classification, as it may change.',
      '{institution}',
    ],
  },
} as const
