/*
 * Starts a simulated laboratory and stays: the test kills this process and checks that the laboratory ends
 * too.
 */
import { startSimulatedLaboratory } from '../start.ts'

const [dir = '', portalPort = ''] = process.argv.slice(2)
const laboratory = await startSimulatedLaboratory({
  port: 0,
  portalHost: '127.0.0.1',
  portalPort: Number(portalPort),
  dir,
  speed: 1,
  seed: 1,
  laboratoryName: 'Larkfield Genetics',
})
process.send?.(laboratory.port)
