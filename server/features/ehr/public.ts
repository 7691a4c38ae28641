export { isCancelledAtHospital } from './cancelled-there.ts'
export { writeHospitalResults } from './results/write.ts'
