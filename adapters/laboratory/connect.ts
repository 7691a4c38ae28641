import { connectMllp } from '../hl7/mllp-client.ts'
import { readAcknowledgement } from './acknowledgement.ts'
import type { LaboratorySender } from './port.ts'

/** Sends to a laboratory over one MLLP connection. */
export function connectLaboratory(
  options: Omit<Parameters<typeof connectMllp>[0], 'read'>,
): LaboratorySender {
  return connectMllp({ ...options, read: readAcknowledgement })
}
