import { createServer } from 'node:net'
import { SetupError } from '../database/setup-error.ts'

/** Says that a port is taken before anything else is touched. */
export function portFree(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new SetupError(
              `Port ${port} is taken. Stop what uses it, or start with another: PORT=${port + 1} npm start.`,
            )
          : new SetupError(`Port ${port} cannot be listened on at ${host}: ${error.message}.`),
      ),
    )
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}
