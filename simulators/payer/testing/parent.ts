/* Starts a simulated payer and stays: the test kills this process and checks that the payer ends too. */
import { startSimulatedPayer } from '../start.ts'

const payer = await startSimulatedPayer({ port: 0, slowSeconds: 1 })
process.send?.(payer.port)
