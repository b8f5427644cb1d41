/** The whole catalogue as a CSV file. */
import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { saveFile } from '../../lib/files/save-file.js';
import { useToasts } from '../../ui/toasts.js';
import { useExportProductsMutation } from './products-api.js';

export function ExportButton() {
  const toasts = useToasts();
  const [ask, { isLoading }] = useExportProductsMutation();
  const save = async () => {
    const { data } = await ask();
    if (data) saveFile(new Blob([data.csv], { type: 'text/csv;charset=utf-8' }), 'products.csv');
    else toasts.bad('Failed to export products');
  };
  return <Button icon={<DownloadOutlined />} loading={isLoading} onClick={() => void save()}>Export</Button>;
}
