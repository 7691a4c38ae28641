// FieldLabel
export const optional = 'optional'

// Fold
export const requiredForTest = 'required for this test'

// SelectField
export const choose = 'Choose'
