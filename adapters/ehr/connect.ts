import { readAnswer } from '../hl7/acknowledgement.ts'
import { connectMllp } from '../hl7/mllp-client.ts'
import type { ConnectHospital, HospitalTls } from './port.ts'

/**
 * Connections to the receivers of hospitals' results. Each receiver is known by the fingerprint of its certificate, and
 * gets ours; one without a fingerprint is on this machine, and the connection is not encrypted.
 */
export function hospitalConnections(
  own: HospitalTls | null,
  { timeoutMs }: { timeoutMs: number },
): ConnectHospital {
  return ({ host, port, certificates }) =>
    connectMllp({
      ...{ host, port, timeoutMs, read: readAnswer },
      ...(certificates.length > 0 ? { tls: { ...own, fingerprints: certificates } } : {}),
    })
}
