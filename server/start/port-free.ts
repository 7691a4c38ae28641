import { createServer } from 'node:net'
import { SetupError } from '../database/setup-error.ts'

/** Fails early, before anything else is touched, if a port is taken. */
export function portFree(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new SetupError(
              `PORT: ${port} is taken: stop what uses it, or choose another: PORT=${port + 1} npm start.`,
            )
          : error.code === 'EACCES'
            ? new SetupError(`PORT: ${port} needs rights that this user lacks: choose one above 1023.`)
            : new SetupError(
                `HOST: ${host} is no address of this machine: use one that it has, or 0.0.0.0 for all.`,
              ),
      ),
    )
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}
