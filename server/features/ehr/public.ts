export { writeHospitalResults } from './results/write.ts'
