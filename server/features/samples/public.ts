export { addOnDocument } from './add-test.ts'
