import { errorCode, SetupError } from '../database/setup-error.ts'
import type { Config } from './config.ts'

/** Why messages cannot be listened for at `KARYO_HL7_…` (the laboratory's) or `KARYO_EHR_…`, and what to do. */
export function listenProblem(config: Config, whose: 'HL7' | 'EHR', error: Error): Error {
  const [hostName, portName] = [`KARYO_${whose}_HOST`, `KARYO_${whose}_PORT`] as const
  const [host, port] = [config[hostName], config[portName]]
  const code = errorCode(error)
  if (code === 'EADDRINUSE')
    return new SetupError(
      `${portName}: ${port} of ${host} is taken: stop what uses it, or choose another port.`,
    )
  if (code === 'EACCES')
    return new SetupError(`${portName}: ${port} needs rights that this user lacks: choose one above 1023.`)
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code))
    return new SetupError(
      `${hostName}: ${host} is no address of this machine: use one that it has, or 0.0.0.0 for all.`,
    )
  return error
}
