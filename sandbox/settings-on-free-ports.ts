import { findFreePorts } from './ports.ts'
import { portVariables, readSettings } from './settings.ts'
import type { Settings } from './settings.ts'

/** Settings for a second product beside a running one: its own ports and data folder, else what `environment` says. */
export const settingsOnFreePorts = async (dataDir: string, environment: Record<string, string> = {}): Promise<Settings> => {
  const variables = Object.values(portVariables).map(({ variable }) => variable)
  const ports = await findFreePorts(variables.length)
  const chosen = Object.fromEntries(variables.map((variable, index) => [variable, String(ports[index])]))
  return readSettings({ ...chosen, ...environment, DATA_DIR: dataDir })
}
