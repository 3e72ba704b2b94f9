process.stdout.write('stemma: the commands are on their way.\n');
